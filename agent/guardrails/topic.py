"""Whether a request is about what the brand writes about."""

from collections.abc import Iterable
from dataclasses import dataclass

from agent.guardrails.verdict import PASSED, Verdict
from agent.text import is_han, runs


@dataclass(frozen=True, slots=True)
class BrandTopics:
    """`terms` are words and phrases, any of which shows the topic; `elsewhere` are phrases that

    hold such a term and mean something else, as "White House" does for a seller of houses.
    """

    name: str
    terms: tuple[str, ...]
    example: str
    elsewhere: tuple[str, ...] = ()


def check(text: str, topics: BrandTopics) -> Verdict:
    """What speaks of another field more than of the brand's does not pass.

    What speaks of neither passes: it may be of the brand in words that the profile lacks.
    """
    spoken = _Spoken(text)
    for phrase in topics.elsewhere:
        spoken.strike(phrase)
    ours = spoken.said(topics.terms)
    others = spoken.said(OTHER_FIELDS) - ours
    if len(others) <= len(ours):
        return PASSED
    return Verdict(
        passed=False,
        message=f"This does not look like a topic of {topics.name}. "
        f"Try something like: “{topics.example}”",
        blocked_by="off_topic",
        details={"rule": "another field", "quote": ", ".join(sorted(others))},
    )


class _Spoken:
    def __init__(self, text: str) -> None:
        self._words = tuple(map(_key, runs(text)))

    def strike(self, phrase: str) -> None:
        wanted = tuple(map(_key, runs(phrase)))
        kept: list[str] = []
        at = 0
        while at < len(self._words):
            if wanted and self._words[at : at + len(wanted)] == wanted:
                kept.append("")
                at += len(wanted)
                continue
            word = self._words[at]
            kept.append(word.replace(wanted[0], " ") if _is_one_han(wanted) else word)
            at += 1
        self._words = tuple(kept)

    def said(self, terms: Iterable[str]) -> set[str]:
        keys = {tuple(map(_key, runs(term))) for term in terms}
        return {" ".join(key) for key in keys if self._has(key)}

    def _has(self, wanted: tuple[str, ...]) -> bool:
        if _is_one_han(wanted):
            return any(wanted[0] in word for word in self._words)
        size = len(wanted)
        return size > 0 and any(
            self._words[at : at + size] == wanted for at in range(len(self._words) - size + 1)
        )


def _key(word: str) -> str:
    """Plural and singular are one; "list" and "listing" are not."""
    if is_han(word) or len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    return word.removesuffix("s")


def _is_one_han(wanted: tuple[str, ...]) -> bool:
    return len(wanted) == 1 and is_han(wanted[0])


def _phrases(text: str) -> tuple[str, ...]:
    """Written with blanks between them; "_" is a blank inside."""
    return tuple(phrase.replace("_", " ") for phrase in text.split())


REAL_ESTATE = BrandTopics(
    name="the brand (real estate)",
    example="Write a blog post about home staging tips for first-time sellers",
    terms=_phrases("""
        real_estate home_staging house_hunting realty realtor broker brokerage property properties house houses housing home homes
        homeowner homeownership homebuyer homebuying apartment condo condominium townhouse flat duplex
        bungalow villa penthouse loft studio_apartment mansion cottage residence residential dwelling
        mortgage down_payment refinance refinancing escrow closing_costs appraisal preapproval
        pre-approval foreclosure listing listings open_house staging stager curb_appeal walkthrough
        floor_plan seller buyer buyers tenant tenants landlord lease leasing rent rental renting renter
        rents zoning hoa mls kitchen bathroom bedroom backyard basement attic garage living_room patio
        square_feet square_footage neighborhood neighbourhood suburb downsizing relocation moving_costs
        movers home_inspection inspection_report title_insurance property_tax interest_rate mortgage_rates
        housing_market fair_housing commercial_space office_space retail_space warehouse land_plot building_plot plot_of_land
        acreage new_build renovation remodel remodeling renovate fixer-upper
        interior_design insulation heat_pump energy_efficiency lettings letting estate_agent conveyancing
        stamp_duty freehold leasehold sublet roommate coworking building buildings high-rise skyline
        vacation_rental airbnb short-term_rental reit equity investor investors cap_rate house_flipping
        agency agents realtors decor interiors decluttering squatters closing bachelor_pad
        fsbo earnest_money deed amortization loan_officer
        vivienda viviendas casa piso pisos inmueble inmobiliaria inmobiliario hipoteca hipotecario alquiler
        alquileres alquilar arrendamiento inquilino casero propietario propiedad propiedades comprador
        vendedor apartamento chalet atico bienes_raices parcela finca local_comercial reforma
        reformas cocina baño dormitorio terraza jardin barrio urbanizacion notaria escritura tasacion
        catastro comunidad_de_propietarios arras entrada_del_piso obra_nueva edificio edificios mudanza
        departamento departamentos promotora jornada_de_puertas_abiertas
        房 楼盘 楼市 楼层 公寓 住宅 置业 物业 中介 首付 贷款 户型 装修 小区 租客 租金 出租 租赁 地产 学区 别墅 阁楼 阳台
        房地产 二手房 买房 卖房 按揭 利率 搬家 家居 社区 过户 产权 写字楼 商铺 精装 毛坯 买家 卖家 看房 样板间 土地 家装 不动产
    """),
    elsewhere=_phrases("""
        white_house house_music house_of_cards house_plant houseplant home_page home_run home_team
        home_screen home_game at_home from_home full_house house_of_the_dragon house_party house_wine
        house_cat house_cats opera_house coffee_house steak_house intellectual_property home_button
        come_home go_home home-cooked home-made home_cooking home_remedy home_remedies home_workout
        nursing_home estate_car flat_tyre flat_tire flat_battery flat_stomach flat_earth body_building
        building_muscle team_building building_a_website power_plant software_developer game_developer
        web_developer developer_tools credit_card en_casa casa_blanca comida_casera casa_real
        casa_de_papel piso_pelvico aire_acondicionado cocina_italiana receta_de_cocina
        健身房 厨房小白 房车 病房 票房 乳房 心房 房颤
    """),
)
"""The example that ships; a brand profile takes its place."""

OTHER_FIELDS = _phrases("""
    recipe recipes bake baking cake cakes bread sourdough pizza pasta lasagna soup salad steak chocolate
    cookie cookies dessert vegan restaurant restaurants wine beer cocktail cocktails coffee diet calories
    football soccer basketball baseball tennis golf cricket hockey olympics olympic world_cup nba nfl
    league match marathon championship playoffs champions athlete athletes workout gym yoga muscle muscles
    movie movies film films netflix series actor actress celebrity celebrities singer band song songs
    lyrics album concert guitar piano anime manga novel novels poem poetry poem_about inception plot_of
    game games gaming playstation xbox minecraft fortnite chess pokemon
    python javascript java code coding debug error sql html css algorithm script_in regex function_in
    programming programmer software kubernetes docker api smartphone smartphones iphone laptop laptops
    election elections president senator parliament politician politicians republican democrat vote war
    doctor symptom symptoms disease medicine medication vitamin vitamins cancer diabetes flu headache
    vaccine vaccines pregnancy pill pills weight_loss lose_weight antibiotics blood_pressure
    crypto bitcoin ethereum cryptocurrency stock_tips forex day_trading stocks nft
    homework essay thesis exam calculus algebra equation integral derivative physics chemistry biology
    photosynthesis quantum planet planets dinosaur dinosaurs black_hole universe astronomy shakespeare
    horoscope zodiac astrology tarot dating girlfriend boyfriend wedding breakup love_letter
    car cars motorcycle engine tesla truck brakes carburetor airline flight flights cruise itinerary
    running_shoes reptile reptiles lizard hamster parrot aquarium bearded_dragon puppy puppies kitten kittens dog_training cat_food fashion makeup lipstick sneakers skincare perfume
    receta recetas tortilla paella futbol baloncesto tenis partido liga mundial campeon pelicula peliculas
    cancion canciones guitarra novela poema videojuego videojuegos elecciones presidente politica medico
    sintomas enfermedad medicina vacuna dieta adelgazar bitcoin criptomonedas deberes ecuacion examen
    horoscopo coche coches moto vuelo vuelos viaje perro gato boda maquillaje moda programacion codigo
    食谱 菜谱 做饭 蛋糕 面包 披萨 红烧 火锅 减肥 足球 篮球 网球 奥运 世界杯 比赛 电影 电视剧 明星 歌曲 歌词 吉他 小说
    诗 游戏 手游 动漫 代码 编程 程序 手机 选举 总统 政治 医生 症状 疾病 感冒 疫苗 药 糖尿病 比特币 股票 炒股 加密货币
    作业 数学 方程 物理 化学 高考 作文 星座 运势 恋爱 分手 婚礼 汽车 机票 旅游 旅行 宠物 猫 狗 猫粮 狗粮 化妆 口红 护肤
    时尚 健身
    real_estate realtor realtors home_staging house_hunting mortgage mortgages foreclosure escrow
    inmobiliaria inmobiliario hipoteca hipotecas bienes_raices 房地产 二手房 买房 卖房 楼市
""")
"""What a brand that names none of it is not asked to write about."""
