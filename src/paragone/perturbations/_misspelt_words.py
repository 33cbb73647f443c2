"""Words that people often misspell, and how: a list of our own, for perturbations that need no download."""

# A word, then its misspellings.
LINES = """
about abuot/accident accidant/across accross/airplane airplain/along alogn/always allways/among amoung/and adn
animal animel/apple aple/apples appels/around aroudn/baby babby/balloon baloon ballon/banana bananna
bathroom bathrom/beach baech/beautiful beatiful beutiful/because becuase becasue/before befor/behind behing
between beetween/bicycle bycicle/birthday brithday/blue bule/book boook/bottle botle/bowl bolw/bread braed
bridge brige/broccoli brocolli/brother borther/brown bronw/building bulding/calendar calender/camera camara
carrying carying/castle casle/ceiling cieling/chair chiar/cheese chese/chicken chiken/children childern
chocolate choclate/church chruch/city citty/clothes clotehs/colorful colourfull/color coler/colour coulor
computer compter/counter conter/country contry/cousin cousen/dance dence/dancing danceing/daughter daugther
different diffrent/dinner dinnar/dog dgo/driving driveing/eating eatting/eight eigth/elephant elefant/family famly
father fahter/February Febuary/field feild/fishing fihsing/flower flowr/flowers flowes/foreign foriegn/friend freind
friends freinds/from fomr/front fornt/garden gardin/giraffe girafe/girl gril/glasses glases/green gren/group gruop
guitar gutiar/hand hnad/height heigth/horse hrose/house huose/hundred hunderd/jewelry jewelery/kitchen kitchin
knife nife/large lrage/laptop labtop/library libary/little littel/looking loking/many meny/middle midle/mirror miror
mother mohter/motorcycle motercycle/mountain mountian/necklace necklase/neighbor nieghbor/near neer/of fo/old odl
orange ornage/outside outsied/parked pakred/people poeple peopel/photograph photgraph/piece peice/pizza piza
plate palte/playing palying/quiet queit/raining rainning/reading readin/red rde/restaurant restaraunt restuarant
riding rideing/road raod/running runing/sandwich sandwhich/science sceince/scissors sissors/separate seperate
several severl/sign sgin/sister sistr/sitting sittign/sleeping sleping/small samll/snow snwo/sofa soffa/some soem
stairs stiars/standing standign/straight straigth/street stret/strength strenght/suitcase suitcace
surfboard surfbord/surprise suprise/table tabel/tall atll/that taht/the teh/their thier/there ther/these theese
they tehy/this tihs/three theree/through throught/together togehter/tomato tomatoe/tomorrow tommorow/traffic trafic
train trian/tree treee/truck truk/two twoo/umbrella umbrela/umbrellas umbrelas/under udner/until untill
vegetables vegtables/vehicle vehical/waiter waitor/walking wakling/water watter/wearing waering/wedding weding
weird wierd/where wehre/which whcih/while whlie/white whtie/wild wlid/window windwo/with wiht/woman womna
women womne/wooden woden/writing writting/yellow yelow/young yung/zebra zeebra
"""
WORDS: dict[str, list[str]] = {
    word: list(others) for word, *others in (entry.split() for entry in LINES.strip().replace("\n", "/").split("/"))
}
